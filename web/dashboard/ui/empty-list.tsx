import type { ReactElement, ReactNode } from 'react';
import { Empty } from './page.tsx';

interface Props {
  readonly texts: {
    readonly title: string;
    readonly text: string;
    readonly filteredTitle: string;
    readonly filteredText: string;
  };
  readonly isFiltered: boolean;
  /** The way back to the list without its filters. */
  readonly clear: ReactNode;
  /** The way to what the list would show first, where the page has one. */
  readonly create?: ReactNode;
}

/** Stands where a list shows no row: because of its filters, or because there is none yet. */
export function EmptyList({ texts, isFiltered, clear, create }: Props): ReactElement {
  return isFiltered ? (
    <Empty title={texts.filteredTitle} text={texts.filteredText} action={clear} />
  ) : (
    <Empty title={texts.title} text={texts.text} action={create} />
  );
}
