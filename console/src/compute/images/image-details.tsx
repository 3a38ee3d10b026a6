import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Image } from '~/api/types.gen.ts'
import { formatBytes, formatNumber } from '~/lib/format/numbers.ts'
import { DetailPanel } from '~/shell/page/detail-panel.tsx'
import { Metadata } from '~/shell/page/metadata.tsx'
import { type Path, pathTo } from '~/shell/paths/path.ts'
import { CopyButton } from '~/ui/copy-button.tsx'
import { Fact } from '~/ui/facts.tsx'
import { ShortId } from '~/ui/truncate.tsx'
import { projectImageQuery, siloImageQuery } from './queries.ts'

const siloRoute = getRouteApi('/_app/_images/images/$image/edit')
const projectRoute = getRouteApi('/_app/projects/$project/_images/images/$image/edit')

export function SiloImage() {
  const { data: image } = useSuspenseQuery(siloImageQuery(siloRoute.useParams().image))
  return <ImageDetails image={image} closeTo="/images" />
}

export function ProjectImage() {
  const { project, image: name } = projectRoute.useParams()
  const { data: image } = useSuspenseQuery(projectImageQuery(project, name))
  return <ImageDetails image={image} closeTo={pathTo('/projects/$project/images', { project })} />
}

/** An image's properties; nothing of it can be changed. */
const ImageDetails = ({ image, closeTo }: { image: Image; closeTo: Path }) => (
  <DetailPanel title={image.name} closeTo={closeTo}>
    <Metadata thing={image}>
      <Fact label="Description">{image.description}</Fact>
      <Fact label="Visibility">{image.projectId ? 'This project' : 'All projects in the silo'}</Fact>
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
