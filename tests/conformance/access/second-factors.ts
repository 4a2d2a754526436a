import { type AccessRow, byId, idInPath, nothing } from '../../support/access-fixtures.ts';
import { type AccessWorld, nobodys, type Party, textAt } from '../../support/access-world.ts';
import { softwarePasskey } from '../../support/software-passkey.ts';

/** The session of a wallet has no second factor. */
const BY_PASSWORD_ALONE = { wallet_session: 403 } as const;

/** No sign-in of anybody waits for these, whoever calls. */
const TO_NOBODY = {
  none: 400,
  api_key: 400,
  client_id: 400,
  session: 400,
  wallet_session: 400,
  orchestrator_key: 400,
  orchestrator_pair: 400,
} as const;

const NAMED = { body: { name: 'A device' } };

/** A party has one passkey, which no row removes. */
const passkeys = new WeakMap<Party, Promise<string>>();

function passkeyOf(world: AccessWorld, party: Party): Promise<string> {
  const known = passkeys.get(party) ?? addPasskey(world, party);
  passkeys.set(party, known);
  return known;
}

async function addPasskey(world: AccessWorld, { credentials }: Party): Promise<string> {
  const made = await world.done('createPasskeyChallenge', {}, credentials.session);
  const body = {
    challengeId: textAt(made, 'challengeId'),
    name: 'A device',
    response: softwarePasskey().create(textAt(made, 'options.challenge')),
  };
  const added = await world.done('addPasskey', { body }, credentials.session);
  return textAt(added, 'secondFactor.id');
}

async function begunApp(world: AccessWorld, { credentials }: Party): Promise<string> {
  return textAt(await world.done('createAuthenticatorApp', NAMED, credentials.session), 'id');
}

async function challengeOf(world: AccessWorld, { credentials }: Party): Promise<string> {
  const made = await world.done('createPasskeyChallenge', {}, credentials.session);
  return textAt(made, 'challengeId');
}

const newPasskey = (challengeId: string) => ({
  body: { challengeId, name: 'A device', response: softwarePasskey().create('A'.repeat(43)) },
});

/** What people prove beside their password. */
export const SECOND_FACTORS_ROWS: Readonly<Record<string, AccessRow>> = {
  // Signing in is open to anybody: there is nobody yet who could be refused.
  verifySecondFactor: {
    own: () => ({ body: { token: 'A'.repeat(43), proof: { method: 'totp', code: '123456' } } }),
    answers: TO_NOBODY,
    positions: [],
  },
  createSignInPasskeyChallenge: {
    own: () => ({ body: { token: 'A'.repeat(43) } }),
    answers: TO_NOBODY,
    positions: [],
  },
  listSecondFactors: { own: nothing, positions: [] },
  createAuthenticatorApp: { own: () => NAMED, answers: BY_PASSWORD_ALONE, positions: [] },
  activateAuthenticatorApp: {
    own: async (world) => byId(await begunApp(world, world.own), { code: 'wrong' }),
    answers: { session: 400, ...BY_PASSWORD_ALONE },
    positions: [idInPath('an authenticator app', begunApp, { code: 'wrong' })],
  },
  createPasskeyChallenge: { own: nothing, answers: BY_PASSWORD_ALONE, positions: [] },
  addPasskey: {
    own: () => newPasskey(nobodys()),
    answers: { session: 400, ...BY_PASSWORD_ALONE },
    positions: [
      {
        what: 'a challenge',
        call: async (world, of) => newPasskey(of ? await challengeOf(world, of) : nobodys()),
        status: 400,
      },
    ],
  },
  renameSecondFactor: {
    own: async (world) => byId(await passkeyOf(world, world.own), NAMED.body),
    positions: [idInPath('a second factor', passkeyOf, NAMED.body)],
  },
  removeSecondFactor: {
    own: () => byId(nobodys()),
    answers: { session: 404, ...BY_PASSWORD_ALONE },
    positions: [idInPath('a second factor', passkeyOf)],
  },
  replaceRecoveryCodes: {
    own: async (world) => {
      await passkeyOf(world, world.own);
      return {};
    },
    answers: BY_PASSWORD_ALONE,
    positions: [],
  },
};
