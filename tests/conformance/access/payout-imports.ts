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

/** What is done to one import. */
const toOneImport = (): AccessRow => ({
  own: async (world) => byId(await importId(world, world.own)),
  positions: [idInPath('an import', importId)],
});

/** Lists of payouts: those that are created in the background, and what there is. */
export const PAYOUT_IMPORTS_ROWS: Readonly<Record<string, AccessRow>> = {
  validatePayoutImport: { own: (world) => ({ body: importBody(world.own) }), positions: [] },
  createPayoutImport: { own: (world) => ({ body: importBody(world.own) }), positions: [] },
  listPayoutImports: { own: nothing, positions: [] },
  listPayoutLinks: { own: nothing, positions: [] },
  listOwnRecurringPayouts: { own: nothing, positions: [] },
  listMulticallPayouts: { own: nothing, positions: [] },
  viewPayoutImport: toOneImport(),
  listPayoutImportRows: toOneImport(),
  stopPayoutImport: toOneImport(),
};
