import type { ReactElement } from 'react';
import { messages } from '../messages/en.ts';
import { buttonStyle } from './button.tsx';

interface Props {
  /** The endpoint that writes the list. */
  readonly url: string;
  /** Of the list that is shown. */
  readonly filters?: Readonly<Record<string, string>>;
  /** What is read out after the names, where a page has several lists. */
  readonly what?: string;
}

/** The filtered list as a file; the browser takes it while the API still writes it. */
export function ExportLinks({ url, filters = {}, what }: Props): ReactElement {
  return (
    <>
      {(['csv', 'json'] as const).map((format) => (
        <a
          key={format}
          href={`${url}?${new URLSearchParams({ ...filters, format })}`}
          rel="noreferrer"
          className={buttonStyle('secondary')}
        >
          {messages.export[format]}
          {what !== undefined && <span className="sr-only"> {what}</span>}
        </a>
      ))}
    </>
  );
}
