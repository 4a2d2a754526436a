import type { ReactElement } from 'react';
import type { PaymentFigures } from '../api/shapes.ts';
import { networkName } from '../config.ts';
import { figureMessages } from '../messages/en-figures.ts';
import { amountText } from '../ui/amount-text.ts';
import { Button } from '../ui/button.tsx';
import { csvOf } from '../ui/chart-csv.ts';
import { readCurrencyId } from '../ui/currency-id.ts';
import { Card } from '../ui/page.tsx';
import { saveText } from '../ui/save-text.ts';
import { formatPercent } from './figure-values.ts';

const messages = figureMessages.networks;

interface NetworkShare {
  readonly network: string;
  readonly payments: number;
  /** Of all payments, from 0 to 1. */
  readonly share: number;
  /** What was paid there, token by token. */
  readonly amounts: readonly { readonly amount: string; readonly symbol: string }[];
}

/** How what was received is spread over networks: by the number of payments, as amounts of tokens have no sum. */
export function NetworkShares({ figures }: { readonly figures: PaymentFigures }): ReactElement {
  const shares = sharesOf(figures);
  const [most] = shares;
  const save = () => {
    const rows = shares.map(({ network, payments, share, amounts }) => [
      networkName(network),
      String(payments),
      String(Math.round(share * 10_000) / 100),
      amounts.map(({ amount, symbol }) => `${amount} ${symbol}`).join('; '),
    ]);
    const name = `networks-${figures.from}-${figures.to}.csv`;
    saveText(csvOf([[...messages.columns], ...rows]), { name, type: 'text/csv' });
  };
  return (
    <Card title={messages.title}>
      <p className="-mt-2 mb-4 text-muted">
        {most === undefined
          ? messages.none
          : messages.summary(networkName(most.network), formatPercent(most.share))}
      </p>
      {shares.length > 0 && (
        <>
          <table className="w-full text-left tabular-nums max-sm:text-sm">
            <caption className="sr-only">{messages.title}</caption>
            <thead className="border-b border-line text-sm text-muted max-[23rem]:wrap-anywhere">
              <tr>
                {messages.columns.map((name, i) => (
                  <th key={name} scope="col" className={cellStyle(i)}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shares.map((one) => (
                <Row key={one.network} share={one} />
              ))}
            </tbody>
          </table>
          <div className="mt-3 flex justify-end">
            <Button kind="quiet" onClick={save}>
              {messages.save}
              <span className="sr-only"> {messages.title}</span>
            </Button>
          </div>
        </>
      )}
    </Card>
  );
}

/** Amounts stand on the left, numbers on the right. */
function cellStyle(column: number): string {
  return `py-2 pr-2 sm:pr-4 align-top font-medium last:pr-0 ${column === 1 || column === 2 ? 'text-right' : ''}`;
}

function Row({ share: { network, payments, share, amounts } }: { readonly share: NetworkShare }) {
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="py-2 pr-2 sm:pr-4 align-top font-medium wrap-anywhere">
        {networkName(network)}
      </th>
      <td className="py-2 pr-2 text-right align-top sm:pr-4">{payments}</td>
      <td className="py-2 pr-2 text-right align-top sm:pr-4">
        {formatPercent(share)}
        <svg
          aria-hidden="true"
          viewBox="0 0 100 6"
          preserveAspectRatio="none"
          className="mt-1 h-1.5 w-full min-w-16"
        >
          <rect width="100" height="6" rx="1" className="fill-soft" />
          <rect width={share * 100} height="6" rx="1" className="fill-accent" />
        </svg>
      </td>
      <td className="py-2 align-top wrap-anywhere">
        {amounts.map(({ amount, symbol }) => (
          <span key={`${amount} ${symbol}`} className="block">
            {amountText(amount, symbol)}
          </span>
        ))}
      </td>
    </tr>
  );
}

function sharesOf({ volumes }: PaymentFigures): readonly NetworkShare[] {
  const received = volumes.filter(({ flow }) => flow === 'incoming');
  const all = received.reduce((sum, { payments }) => sum + payments, 0);
  const networks = [...new Set(received.map(({ network }) => network))];
  return networks
    .map((network) => {
      const own = received.filter((one) => one.network === network);
      const payments = own.reduce((sum, one) => sum + one.payments, 0);
      return {
        network,
        payments,
        share: payments / all,
        amounts: own.map(({ amount, currency }) => ({
          amount,
          symbol: readCurrencyId(currency).symbol,
        })),
      };
    })
    .sort((a, b) => b.payments - a.payments);
}
