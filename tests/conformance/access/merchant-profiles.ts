import type { AccessRow } from '../../support/access-fixtures.ts';
import type { AccessWorld } from '../../support/access-world.ts';

const CLIENT_OF_NOBODY = `cli_${'0'.repeat(20)}`;
const PROFILE = { displayName: 'Corner shop' };

const WEBSITE = { domain: 'shop.example' };

/** The account has a profile, which a website is of. */
const withProfile = (world: AccessWorld) =>
  world.done('setMerchantProfile', { body: PROFILE }, world.own.credentials.api_key);

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
  setMerchantWebsite: {
    own: async (world) => {
      await withProfile(world);
      return { body: WEBSITE };
    },
    positions: [
      {
        what: 'a client ID',
        call: (_world, of) => ({
          body: { ...WEBSITE, clientId: of?.clientId ?? CLIENT_OF_NOBODY },
        }),
      },
    ],
  },
  removeMerchantWebsite: {
    own: () => ({}),
    positions: [
      {
        what: 'a client ID',
        call: (_world, of) => ({ query: { clientId: of?.clientId ?? CLIENT_OF_NOBODY } }),
      },
    ],
  },
};
