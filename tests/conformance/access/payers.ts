import { type AccessRow, next, nothing } from '../../support/access-fixtures.ts';
import type { AccessWorld, Party } from '../../support/access-world.ts';

const PERSON = {
  email: 'ada@shop.example',
  firstName: 'Ada',
  lastName: 'Example',
  beneficiaryType: 'individual',
  dateOfBirth: '1990-01-01',
  addressLine1: '1 Example Street',
  city: 'Springfield',
  state: 'IL',
  postcode: '62701',
  country: 'US',
  nationality: 'US',
  phone: '+12025550100',
  ssn: '000000000',
};

/** A payer that a party has named, by the id that it has there. */
async function payerOf(world: AccessWorld, { credentials }: Party): Promise<string> {
  const clientUserId = `user-${next()}`;
  await world.done('createPayer', { body: { ...PERSON, clientUserId } }, credentials.api_key);
  return clientUserId;
}

const toOnePayer = (body?: unknown): AccessRow => ({
  own: async (world) => ({
    params: { clientUserId: await payerOf(world, world.own) },
    ...(body === undefined ? {} : { body }),
  }),
  positions: [
    {
      what: 'a payer',
      // The refusal repeats the id that was asked for, so both are asked for by the same one.
      call: async (world, of) => {
        const clientUserId = 'user-of-somebody';
        if (of !== undefined) {
          const made = { body: { ...PERSON, clientUserId } };
          await world.done('createPayer', made, of.credentials.api_key);
        }
        return { params: { clientUserId }, ...(body === undefined ? {} : { body }) };
      },
    },
  ],
});

/** Payers, and what identity providers report of them. */
export const PAYERS_ROWS: Readonly<Record<string, AccessRow>> = {
  createPayer: {
    own: () => ({ body: { ...PERSON, clientUserId: `user-${next()}` } }),
    positions: [],
  },
  listPayers: { own: nothing, positions: [] },
  viewPayer: toOnePayer(),
  renewCheckPage: toOnePayer(),
  updatePayer: toOnePayer({ agreementCompleted: true }),
  // Signed by the provider, and about nothing of this installation.
  receiveIdentityCallback: {
    own: () => ({ params: { provider: 'scripted' }, body: {} }),
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
  // The same, of the provider that pays out to banks.
  receiveOffRampCallback: {
    own: () => ({ body: {} }),
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
