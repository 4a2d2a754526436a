import { runPayoutImports } from '#modules/payout-imports/run-payout-imports.ts';
import { type PartnerHost, textAt } from './partner-host.ts';

type Headers = Readonly<Record<string, string>>;

/** The id of no import. */
export const NO_IMPORT = '01KC9V9P4T6W8Y0A2C4E6G8J0K';

/** An import of so many payouts on Base, the first of which pays the amount; returns its id. */
export async function importOf(
  host: PartnerHost,
  headers: Headers,
  { count = 2, amount = 1 }: { readonly count?: number; readonly amount?: number } = {},
): Promise<string> {
  const rows = Array.from({ length: count }, (_, i) => ({
    line: i + 2,
    recipient: `0x${String(i + 1).padStart(40, '0')}`,
    network: 'base',
    currency: 'USDC-base',
    amount: String(amount + i),
  }));
  const creatorWalletAddress = '0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7';
  const body = { creatorWalletAddress, rows, fileName: `salaries-${amount}.csv` };
  return textAt(await host.done('createPayoutImport', headers, { body }), 'id');
}

/** Does what the worker does, until nothing is left. */
export async function runAllImports({ ctx }: PartnerHost): Promise<void> {
  while ((await runPayoutImports(ctx, 50)) > 0);
}
