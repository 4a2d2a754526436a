import '../../wallet/tron/tron-network.ts';
import { TRUSTED } from '../../wallet/trusted.generated.ts';
import { config } from '../config.ts';
import { feeMessages } from '../messages/en-fees.ts';

/** Fees are planned in dollars, so in these alone. */
const DOLLARS: ReadonlySet<string> = new Set(['USDC', 'USDT', 'DAI', 'USDS', 'FAU']);

/** The stablecoins of the dollar that can be paid in here, as options of a field. */
export const DOLLAR_CURRENCIES: readonly (readonly [id: string, text: string])[] =
  config.networks.flatMap(({ id: network, name }) =>
    Object.entries(TRUSTED[network]?.tokens ?? {})
      .filter(([, { symbol }]) => DOLLARS.has(symbol))
      .map(([id, { symbol }]) => [id, feeMessages.calculator.option(symbol, name)] as const),
  );
