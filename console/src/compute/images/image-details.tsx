import type { Image } from '~/api/types.gen.ts'
import { DetailPanel } from '~/shell/detail-panel.tsx'
import { Metadata } from '~/shell/metadata.tsx'
import type { Path } from '~/shell/path.ts'
import { CopyButton } from '~/ui/copy-button.tsx'
import { Fact } from '~/ui/facts.tsx'
import { formatBytes, formatNumber } from '~/ui/format/numbers.ts'
import { ShortId } from '~/ui/truncate.tsx'

/** An image's properties; nothing of it can be changed. */
export const ImageDetails = ({ image, closeTo }: { image: Image; closeTo: Path }) => (
  <DetailPanel title={image.name} closeTo={closeTo}>
    <Metadata thing={image}>
      <Fact label="Description">{image.description}</Fact>
      <Fact label="Visibility">{image.projectId ? 'This project' : 'All projects of the silo'}</Fact>
      <Fact label="OS">{image.os}</Fact>
      <Fact label="Version">{image.version}</Fact>
      <Fact label="Size">{formatBytes(Number(image.size))}</Fact>
      <Fact label="Block size">{formatNumber(image.blockSize)} B</Fact>
      <Fact label="Digest">
        {image.digest && (
          <>
            {image.digest.type} <ShortId id={image.digest.value} />
            <CopyButton text={image.digest.value} label="Copy digest" />
          </>
        )}
      </Fact>
    </Metadata>
  </DetailPanel>
)
