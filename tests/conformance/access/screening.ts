import type { AccessRow } from '../../support/access-fixtures.ts';

/** What vendors that judge wallets report. */
export const SCREENING_ROWS: Readonly<Record<string, AccessRow>> = {
  // Vouched for by the vendor, whatever credential it comes with.
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
