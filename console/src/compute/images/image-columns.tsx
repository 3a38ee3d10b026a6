import type { ReactNode } from 'react'
import type { Image } from '~/api/types.gen.ts'
import { formatBytes } from '~/lib/format/numbers.ts'
import type { Column } from '~/table/columns.ts'
import { createdColumn, descriptionColumn, nameColumn } from '~/table/named-columns.tsx'

/** Columns of images, a project's or the silo's. @param link the name, linked to the image's panel. */
export const imageColumns = (link: (image: Image) => ReactNode): readonly Column<Image>[] => [
  nameColumn(link),
  descriptionColumn,
  { id: 'os', header: 'OS', value: (image) => image.os },
  { id: 'version', header: 'Version', value: (image) => image.version },
  {
    id: 'size',
    header: 'Size',
    cell: (image) => formatBytes(Number(image.size)),
    value: (image) => image.size,
    mono: true,
    alignEnd: true,
  },
  createdColumn,
]
