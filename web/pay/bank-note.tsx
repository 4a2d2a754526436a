import { member, texts } from '../engine/members.ts';
import type { Answer } from '../engine/request.ts';
import { plainText } from '../ui/plain-text.ts';
import { merchantMessages as messages } from './messages/en/merchant.ts';

/** Who pays the bank account that a link pays out to, from the first answer, whatever became of the link; undefined of other links. */
export function bankPayerOf(first: Answer | undefined): string | undefined {
  const { provider = '' } = texts(member(first?.body, 'bankPayout'), ['provider']);
  return provider === '' ? undefined : plainText(provider);
}

/** That a link pays out to a bank account, in the one line that leaves the button of the page in sight. */
export function BankHead({ provider }: { readonly provider: string }) {
  return <p class="bank-head">{messages.bankPayout(provider)}</p>;
}

/** What else is true of it, below the page. The server alone writes both, as they hold in every state of the page. */
export function BankNote({ provider }: { readonly provider: string }) {
  return (
    <aside class="bank-note">
      <p>{messages.bankPayoutNote(provider)}</p>
      <p>{messages.bankPayoutOnce}</p>
    </aside>
  );
}
