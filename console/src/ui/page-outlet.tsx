import { Outlet } from '@tanstack/react-router'
import { type ComponentProps, createContext, use } from 'react'

const IsBelowHeading = createContext(false)

/** Where a page shows its tab, or the dialog of its URL, below its own heading. */
export const PageOutlet = () => (
  <IsBelowHeading value>
    <Outlet />
  </IsBelowHeading>
)

/** The heading of what fills a page, or a part of one: a page has one `h1`. */
export const TopHeading = ({ children, ...rest }: ComponentProps<'h1'>) =>
  use(IsBelowHeading) ? <h2 {...rest}>{children}</h2> : <h1 {...rest}>{children}</h1>
