import { showAmount } from '../ui/amount.ts';
import { headlineOf, type Link, type Money } from './link.ts';
import type { OpeningMessages } from './messages/en/all.ts';
import { sumText } from './parts.tsx';

interface HeadlineProps {
  readonly link: Link;
  readonly messages: Pick<OpeningMessages, 'amount' | 'onNetwork'>;
}

/** What is due, and on which network; a screen reader gets it as one sentence. */
export function Headline({ link, messages }: HeadlineProps) {
  const amounts = headlineOf(link);
  return (
    <>
      {amounts.map((amount) => (
        <Amount key={amount.asset.address} amount={amount} several={amounts.length > 1} />
      ))}
      <p class="network" aria-hidden="true">
        {messages.onNetwork(link.network.name)}
      </p>
      <p class="unseen">
        {messages.amount} {sumText(amounts)} {messages.onNetwork(link.network.name)}
      </p>
    </>
  );
}

function Amount({ amount, several }: { readonly amount: Money; readonly several: boolean }) {
  const { asset, units } = amount;
  const number = showAmount(units, asset.decimals);
  const size = several ? 'several' : number.length > LONG_AMOUNT ? 'long' : '';
  return (
    <p class="amount" aria-hidden="true">
      <span class={`number ${size}`}>{number}</span> <span class="symbol">{asset.symbol}</span>
    </p>
  );
}

/** Above this the number is set smaller, so that it still fits a narrow phone. */
const LONG_AMOUNT = 10;
