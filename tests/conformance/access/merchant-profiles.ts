import type { AccessRow } from '../../support/access-fixtures.ts';

const CLIENT_OF_NOBODY = `cli_${'0'.repeat(20)}`;
const PROFILE = { displayName: 'Corner shop' };

/** How merchants introduce themselves. */
export const MERCHANT_PROFILES_ROWS: Readonly<Record<string, AccessRow>> = {
  setMerchantProfile: {
    own: () => ({ body: PROFILE }),
    positions: [
      {
        what: 'a client ID',
        call: (_world, of) => ({
          body: { ...PROFILE, clientId: of?.clientId ?? CLIENT_OF_NOBODY },
        }),
      },
    ],
  },
  viewMerchantProfile: {
    own: () => ({}),
    positions: [
      {
        what: 'a client ID',
        call: (_world, of) => ({ query: { clientId: of?.clientId ?? CLIENT_OF_NOBODY } }),
      },
    ],
  },
  removeMerchantProfile: {
    own: () => ({}),
    positions: [
      {
        what: 'a client ID',
        call: (_world, of) => ({ query: { clientId: of?.clientId ?? CLIENT_OF_NOBODY } }),
      },
    ],
  },
};
