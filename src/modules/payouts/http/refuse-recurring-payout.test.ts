import { describe, expect, it } from 'vitest';
import type { Context } from '#context.ts';
import { TEST_SETTINGS } from '../../../../tests/support/context.ts';
import { payoutBody } from '../../../../tests/support/recurring-world.ts';
import { PAYEE, requestsHost } from '../../../../tests/support/requests-host.ts';
import { connected, stillChain } from '../../../../tests/support/still-chain.ts';
import { stillSchedules } from '../../../../tests/support/still-schedules.ts';

const FEE_ADDRESS = '0x6666666666666666666666666666666666666666';

/** What an installation answers to a payout that recurs, and how many rows it has of it then. */
async function refusedBy(parts: Partial<Context>, more: object = {}) {
  await using host = await requestsHost(parts);
  const { key: headers } = await host.asker();
  const { status, body } = await host.call('POST', '/v2/payouts', {
    headers,
    body: payoutBody(more),
  });
  const rows = await Promise.all(
    (['request', 'recurring_payout', 'recurring_instalment'] as const).map(
      async (table) => (await host.ctx.db.selectFrom(table).selectAll().execute()).length,
    ),
  );
  return { status, code: body['code'], message: body['message'], rows: rows.join() };
}

describe('POST /v2/payouts with recurrence makes nothing', () => {
  it('where the operator has set no key', async () => {
    const { chain } = stillSchedules();
    const { sender: _, ...keyless } = chain;
    expect(await refusedBy({ chains: connected(keyless) })).toMatchObject({
      status: 400,
      code: 'no_operator_key',
      message: expect.stringContaining('Sepolia'),
      rows: '0,0,0',
    });
  });

  it('where two fees have receivers: that of the call, and that of the service', async () => {
    const protocolFee = { bps: 100, capUsd: null, fixedUsd: null, evmAddress: FEE_ADDRESS };
    const parts = {
      chains: connected(stillSchedules().chain),
      settings: { ...TEST_SETTINGS, protocolFee },
    };
    const fee = { feePercentage: '1', feeAddress: PAYEE };
    expect(await refusedBy(parts, fee)).toMatchObject({
      status: 400,
      code: 'several_fee_addresses',
      rows: '0,0,0',
    });
  });

  it('where the only fee is one for sponsored transactions, of which a permit has none', async () => {
    const fee = { fixedUsd: '0.5', network: 'sepolia', evmAddress: FEE_ADDRESS } as const;
    const parts = {
      chains: connected(stillSchedules().chain),
      settings: { ...TEST_SETTINGS, sponsorshipFees: [fee] },
    };
    expect(await refusedBy(parts)).toMatchObject({
      status: 400,
      code: 'several_fee_addresses',
      rows: '0,0,0',
    });
  });

  it('on Optimism, where the contract is not deployed', async () => {
    const chains = connected(stillSchedules().chain, stillChain('optimism'));
    const currency = 'USDC-optimism';
    const paid = { invoiceCurrency: currency, paymentCurrency: currency };
    expect(await refusedBy({ chains }, paid)).toMatchObject({
      status: 400,
      code: 'recurrence_not_supported',
      message: expect.stringContaining('Optimism'),
      rows: '0,0,0',
    });
  });
});
