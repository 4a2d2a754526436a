import type { ReactElement } from 'react';
import { networkName } from '../../config.ts';
import { payoutMessages } from '../../messages/en-payouts.ts';
import { readCurrencyId } from '../../ui/currency-id.ts';

const messages = payoutMessages.import;

interface Total {
  readonly network: string;
  readonly currency: string;
  readonly count: number;
  readonly amount: string;
  readonly fees: string;
  readonly payerTotal: string;
}

/** What the payouts of each token come to. */
export function Totals({ totals }: { readonly totals: readonly Total[] }): ReactElement {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard.
    <section tabIndex={0} aria-label={messages.totals} className="overflow-x-auto">
      <table className="w-full min-w-lg text-left">
        <thead className="border-b border-line text-sm text-muted">
          <tr>
            {messages.totalColumns.map((name, place) => (
              <th
                key={name}
                scope="col"
                className={`py-2 pr-4 font-medium last:pr-0 ${place > 0 ? 'text-right' : ''}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {totals.map(({ network, currency, count, amount, fees, payerTotal }) => (
            <tr key={currency} className="border-b border-line last:border-0">
              <th scope="row" className="py-3 pr-4 font-semibold">
                {readCurrencyId(currency).symbol}
                <span className="block text-sm font-normal text-muted">
                  {payoutMessages.on(networkName(network))}
                </span>
              </th>
              {[String(count), amount, fees, payerTotal].map((text, place) => (
                <td
                  key={messages.totalColumns[place + 1]}
                  className="py-3 pr-4 text-right tabular-nums last:pr-0 last:font-semibold"
                >
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
