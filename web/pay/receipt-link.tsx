import { receiptMessages as messages } from './messages/en/receipt.ts';

interface ReceiptLinkProps {
  readonly token: string;
  /** The language that the address of the page names; the browser says it where left out. */
  readonly lang?: string | undefined;
}

/**
 * The way to the receipt that stands alone. The server alone draws it, below the page; the style shows it once the page says that
 * the link was paid.
 */
export function ReceiptLink({ token, lang }: ReceiptLinkProps) {
  const query = `token=${encodeURIComponent(token)}${lang === undefined ? '' : `&lang=${lang}`}`;
  return (
    <nav class="receipt-link" aria-label={messages.name}>
      <a href={`/receipt/?${query}`} target="_blank" rel="noopener noreferrer">
        {messages.open}
      </a>
    </nav>
  );
}
