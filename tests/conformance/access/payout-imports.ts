import { type AccessRow, byId, idInPath, next, nothing } from '../../support/access-fixtures.ts';
import { type AccessWorld, type Party, textAt } from '../../support/access-world.ts';

/** One payout on Base, another one at each call. */
const importBody = ({ wallet }: Party) => ({
  creatorWalletAddress: wallet.address,
  rows: [
    {
      recipient: '0x2222222222222222222222222222222222222222',
      network: 'base',
      currency: 'USDC-base',
      amount: String(next()),
    },
  ],
});

const importId = async (world: AccessWorld, of: Party) =>
  textAt(
    await world.done('createPayoutImport', { body: importBody(of) }, of.credentials.api_key),
    'id',
  );

/** One payout under a name of its own. */
const savedBody = (of: Party) => {
  const { creatorWalletAddress, rows } = importBody(of);
  return { ...rows[0], creatorWalletAddress, label: `payout ${next()}` };
};

const savedId = async (world: AccessWorld, of: Party) =>
  textAt(
    await world.done('createSavedPayout', { body: savedBody(of) }, of.credentials.api_key),
    'id',
  );

/** What is done to one import. */
const toOneImport = (): AccessRow => ({
  own: async (world) => byId(await importId(world, world.own)),
  positions: [idInPath('an import', importId)],
});

/** Lists of payouts: those that are created in the background, those that are kept, and what there is. */
export const PAYOUT_IMPORTS_ROWS: Readonly<Record<string, AccessRow>> = {
  validatePayoutImport: { own: (world) => ({ body: importBody(world.own) }), positions: [] },
  createPayoutImport: { own: (world) => ({ body: importBody(world.own) }), positions: [] },
  listPayoutImports: { own: nothing, positions: [] },
  listPayoutLinks: { own: nothing, positions: [] },
  listOwnRecurringPayouts: { own: nothing, positions: [] },
  listMulticallPayouts: { own: nothing, positions: [] },
  createSavedPayout: { own: (world) => ({ body: savedBody(world.own) }), positions: [] },
  listSavedPayouts: { own: nothing, positions: [] },
  removeSavedPayout: {
    own: async (world) => byId(await savedId(world, world.own)),
    positions: [idInPath('a saved payout', savedId)],
  },
  viewPayoutImport: toOneImport(),
  listPayoutImportRows: toOneImport(),
  stopPayoutImport: toOneImport(),
};
