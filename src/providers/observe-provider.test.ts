import { expect, it } from 'vitest';
import { Outage, Refusal } from '#kit/failure.ts';
import { bridgedChain, orderOn, sampleProvider } from '../../tests/support/bridged-chains.ts';
import { TEST_TIME } from '../../tests/support/database.ts';
import { CALL, PAYER, SOURCE_USDC } from '../../tests/support/route-sample.ts';
import { observeProvider } from './observe-provider.ts';

it('a provider is observed: how long it took, how often it failed, and with what at last', async () => {
  const results = [undefined, new Refusal('route_not_available', 400, 'None'), new Outage('down')];
  let elapsedMs = 0;
  const { quote, readStatus, observed } = observeProvider(
    sampleProvider(() => {
      elapsedMs += 40;
      return results.shift() ?? {};
    }),
    { elapsedMs: () => elapsedMs, now: () => TEST_TIME },
  );
  const { currency, due } = orderOn(bridgedChain('base'), 'USDC-base');
  const query = {
    source: { chainId: 42_161, tokenAddress: SOURCE_USDC, decimals: 6 },
    destination: { chainId: 8_453, tokenAddress: currency.address, decimals: 6 },
    payer: PAYER,
    outputUnits: due.amountUnits,
    call: { to: CALL.callTo, data: CALL.callData, gasLimit: 200_000n },
  };
  const none = { latencyMs: null, answeredAt: null, errors: 0, lastError: null };
  const answered = { answeredAt: TEST_TIME, errors: 0, lastError: null };
  expect(observed()).toEqual(none);
  await quote(query);
  expect(observed()).toEqual({ ...answered, latencyMs: 40 });
  // No route is an answer too.
  await expect(quote(query)).rejects.toThrow('None');
  expect(observed()).toEqual({ ...answered, latencyMs: 40 });
  await expect(quote(query)).rejects.toThrow('down');
  expect(observed()).toEqual({ ...answered, latencyMs: 40, errors: 1, lastError: 'down' });
  await readStatus({ sourceChainId: 42_161, transactionHash: `0x${'11'.repeat(32)}` });
  expect(observed()).toEqual({ ...answered, latencyMs: 0, errors: 1, lastError: 'down' });
});
