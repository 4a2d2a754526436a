import type { Actor } from '#kit/actor.ts';

type Of<Kind extends Actor['kind']> = Extract<Actor, { kind: Kind }>;

/** A caller with a client ID: by default a backend one with nothing bound. */
export function clientIdActor(
  parts: Pick<Of<'client_id'>, 'accountId'> & Partial<Of<'client_id'>>,
): Of<'client_id'> {
  return {
    kind: 'client_id',
    clientIdId: 'row_of_cli_x',
    clientId: 'cli_x',
    origin: undefined,
    allowedDomains: [],
    boundDestinationId: undefined,
    defaultFee: undefined,
    canPayAnyPayee: true,
    linkedTo: undefined,
    ...parts,
  };
}

/** A signed-in user, by default with a wallet. */
export function sessionActor(
  parts: Pick<Of<'session'>, 'accountId'> & Partial<Of<'session'>>,
): Of<'session'> {
  return {
    kind: 'session',
    sessionId: 'session_x',
    loginId: 'login_x',
    personId: 'person_x',
    role: 'owner',
    wallet: { family: 'evm', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
    ...parts,
  };
}
