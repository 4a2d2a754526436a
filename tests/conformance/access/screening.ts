import type { AccessRow } from '../../support/access-fixtures.ts';

/** What vendors that judge wallets report. */
export const SCREENING_ROWS: Readonly<Record<string, AccessRow>> = {
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
