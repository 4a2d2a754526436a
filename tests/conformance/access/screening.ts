import type { AccessRow } from '../../support/access-fixtures.ts';
import { type AccessWorld, nobodys, type Party, textAt } from '../../support/access-world.ts';

const overrideBody = () => ({
  walletAddress: '0x2222222222222222222222222222222222222222',
  decision: 'rejected',
  reason: 'Not a customer of ours',
});

/** The id of an override that a party has set, or of nobody's. */
const overrideOf = async (world: AccessWorld, of: Party | undefined) => {
  if (of === undefined) return { params: { id: nobodys() } };
  const made = await world.done(
    'createScreeningOverride',
    { body: overrideBody() },
    of.credentials.api_key,
  );
  return { params: { id: textAt(made, 'id') } };
};

/** What vendors that judge wallets report, and what accounts decide about wallets in advance. */
export const SCREENING_ROWS: Readonly<Record<string, AccessRow>> = {
  createScreeningOverride: { own: () => ({ body: overrideBody() }), positions: [] },
  listScreeningOverrides: { own: () => ({}), positions: [] },
  listScreenedWallets: { own: () => ({}), positions: [] },
  removeScreeningOverride: {
    own: (world) => overrideOf(world, world.own),
    positions: [{ what: 'an override of another account', call: overrideOf }],
  },
  // Proven to come from the vendor, whatever credential it is sent with.
  receiveScreeningAlert: {
    own: () => ({
      params: { provider: 'merklescience' },
      body: { address: `0x${'1'.repeat(40)}` },
    }),
    answers: {
      none: 401,
      api_key: 401,
      client_id: 401,
      session: 401,
      wallet_session: 401,
      orchestrator_key: 401,
      orchestrator_pair: 401,
    },
    positions: [],
  },
};
