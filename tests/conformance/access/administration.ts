import { createAccount } from '#modules/identity/index.ts';
import { type AccessRow, byId, nothing } from '../../support/access-fixtures.ts';
import type { AccessWorld } from '../../support/access-world.ts';

const REASON = { reason: 'A test' };

async function freshAccount({ ctx }: AccessWorld): Promise<string> {
  const operator = { ...ctx, actor: { kind: 'operator' } } as const;
  return (await createAccount(operator, { name: 'Somebody' })).id;
}

/** What administrators call; it belongs to nobody, so nobody else's can be named. */
export const ADMINISTRATION_ROWS: Readonly<Record<string, AccessRow>> = {
  searchAccounts: { own: nothing, positions: [] },
  viewAccount: { own: async (world) => byId(await freshAccount(world)), positions: [] },
  blockAccount: { own: async (world) => byId(await freshAccount(world), REASON), positions: [] },
  unblockAccount: {
    own: async (world) => {
      const id = await freshAccount(world);
      await world.done('blockAccount', byId(id, REASON), world.own.credentials.administrator);
      return byId(id);
    },
    positions: [],
  },
  listRateTiers: { own: async (world) => byId(await freshAccount(world)), positions: [] },
  setRateTier: {
    own: (world) => ({ params: { clientId: world.own.clientId }, body: { tier: 'premium' } }),
    positions: [],
  },
  listRateLimitBlocks: { own: nothing, positions: [] },
  liftBlock: { own: () => ({ body: { name: '192.0.2.1' } }), positions: [] },
  listNetworks: { own: nothing, positions: [] },
  resumeNetwork: {
    own: () => ({ params: { network: 'base' } }),
    // None stands still here.
    answers: { administrator: 409 },
    positions: [],
  },
  listSuspicious: { own: nothing, positions: [] },
  listScreenedWalletsOfAll: { own: nothing, positions: [] },
  viewHealth: { own: nothing, positions: [] },
  listAdministration: { own: nothing, positions: [] },
};
