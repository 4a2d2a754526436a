import { expect, it } from 'vitest';
import { Outage, Refusal } from '#kit/failure.ts';
import { openMeter } from '#platform/metrics.ts';
import { bridgedChain, orderOn, sampleProvider } from '../../tests/support/bridged-chains.ts';
import { CALL, PAYER, SOURCE_USDC } from '../../tests/support/route-sample.ts';
import { countQuotes } from './count-quotes.ts';

it('counts what a provider quoted, had no route for, and failed to answer', async () => {
  const results = [undefined, new Refusal('route_not_available', 400, 'None'), new Outage('down')];
  const answers = [...results, undefined];
  const meter = openMeter();
  const provider = countQuotes(
    sampleProvider(() => answers.shift() ?? {}),
    meter,
  );
  const { currency, due } = orderOn(bridgedChain('base'), 'USDC-base');
  const query = {
    source: { chainId: 42_161, tokenAddress: SOURCE_USDC, decimals: 6 },
    destination: { chainId: 8_453, tokenAddress: currency.address, decimals: 6 },
    payer: PAYER,
    outputUnits: due.amountUnits,
    call: { to: CALL.callTo, data: CALL.callData, gasLimit: 200_000n },
  };
  const ends = await Promise.allSettled([1, 2, 3, 4].map(() => provider.quote(query)));
  expect(ends.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ]);
  const { values } = (await meter.registry.getSingleMetric('route_quotes_total')?.get()) ?? {};
  expect(values?.map(({ labels, value }) => ({ ...labels, value }))).toEqual([
    { provider: 'sample', outcome: 'quoted', value: 2 },
    { provider: 'sample', outcome: 'no_route', value: 1 },
    { provider: 'sample', outcome: 'failed', value: 1 },
  ]);
});
