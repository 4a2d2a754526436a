import type { ReactElement } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { tableMessages as messages } from '../messages/en-table.ts';

/** What somebody called a payment, in a list: a long one does not push its neighbours away, and is shown whole on the payment's page. */
export function Reference({ text }: { readonly text: string | null }): ReactElement {
  if (text === null || text === '')
    return <span className="text-muted">{messages.noReference}</span>;
  const shown = plainText(text);
  return (
    <span className="line-clamp-3" title={shown}>
      {shown}
    </span>
  );
}
