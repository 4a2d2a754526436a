import { receiptMessages as messages } from './messages/en/receipt.ts';

/**
 * The way to the receipt that stands alone. The server alone draws it, below the page; the style shows it once the page says that
 * the link was paid.
 */
export function ReceiptLink({ token }: { readonly token: string }) {
  return (
    <nav class="receipt-link" aria-label={messages.name}>
      <a
        href={`/receipt/?token=${encodeURIComponent(token)}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        {messages.open}
      </a>
    </nav>
  );
}
