import { expect, it } from 'vitest';
import { systemRandom } from '#kit/secret.ts';
import { startBankServer } from '#sandbox/bank/bank-server.ts';
import { bankAt } from '#sandbox/bank-address.ts';
import { checkOffRamp } from './check-off-ramp.ts';

it('says whether the off-ramp provider takes the key, and stops no start', async () => {
  expect(await checkOffRamp({ offRamp: undefined })).toEqual([]);
  const server = await startBankServer({ nodes: [], random: systemRandom });
  const offRamp = bankAt(server.url, undefined);
  expect(await checkOffRamp({ offRamp })).toEqual([
    {
      about: 'off-ramp provider',
      ok: true,
      warns: false,
      text: 'Bridge takes the key; callbacks are refused',
    },
  ]);
  await server.stop();
  expect(await checkOffRamp({ offRamp })).toMatchObject([{ ok: true, warns: true }]);
});
