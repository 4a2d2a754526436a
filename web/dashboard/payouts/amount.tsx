import type { ReactElement } from 'react';
import { networkName } from '../config.ts';
import { payoutMessages as messages } from '../messages/en-payouts.ts';
import { amountText } from '../ui/amount-text.ts';
import { readCurrencyId } from '../ui/currency-id.ts';

/** An amount with its token, and the network below it. */
export function Amount({
  amount,
  currency,
  network,
}: {
  readonly amount: string;
  readonly currency: string;
  readonly network: string;
}): ReactElement {
  return (
    <>
      <span className="font-semibold">{amountText(amount, readCurrencyId(currency).symbol)}</span>
      <span className="block text-sm text-muted">{messages.on(networkName(network))}</span>
    </>
  );
}
