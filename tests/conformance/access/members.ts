import {
  type AccessRow,
  byId,
  idInPath,
  nothing,
  unrelated,
  walletOf,
} from '../../support/access-fixtures.ts';
import {
  type AccessWorld,
  type Call,
  nobodys,
  type Party,
  signInWith,
  textAt,
} from '../../support/access-world.ts';

const INVITATION = { role: 'viewer', label: 'A colleague' };

/** An invitation into the account of these headers. */
async function invitation(world: AccessWorld, headers: Readonly<Record<string, string>>) {
  const made = await world.done('createInvitation', { body: INVITATION }, headers);
  return { id: textAt(made, 'id'), token: textAt(made, 'token') };
}

const invitationId = async (world: AccessWorld, of: Party) =>
  (await invitation(world, walletOf(of))).id;

/** The token of an invitation into an account of its own. */
async function tokenOfAnother(world: AccessWorld): Promise<string> {
  return (await invitation(world, await signInWith(world, unrelated()))).token;
}

/** Somebody new in the account of a party. */
async function freshMember(world: AccessWorld, of: Party): Promise<string> {
  const { token } = await invitation(world, walletOf(of));
  const headers = await signInWith(world, unrelated());
  await world.done('acceptInvitation', { body: { token } }, headers);
  return textAt(await world.done('viewSession', {}, headers), 'personId');
}

/** What is done to one member. */
const toOneMember = (body?: unknown): AccessRow => {
  const call = async (world: AccessWorld, of: Party | undefined): Promise<Call> => ({
    params: { personId: of === undefined ? nobodys() : await freshMember(world, of) },
    ...(body === undefined ? {} : { body }),
  });
  return { own: (world) => call(world, world.own), positions: [{ what: 'a member', call }] };
};

const accountOf = async (world: AccessWorld, of: Party) =>
  textAt(await world.done('viewSession', {}, walletOf(of)), 'accountId');

/** A challenge for a new wallet that a session of a party asked for, signed by it. */
async function signedLink(world: AccessWorld, headers: Readonly<Record<string, string>>) {
  const wallet = unrelated();
  const body = { address: wallet.address };
  const { expiresAt: _, ...challenge } = await world.done(
    'createWalletLinkChallenge',
    { body },
    headers,
  );
  const signature = await wallet.signMessage({ message: textAt(challenge, 'message') });
  return { address: wallet.address, body: { ...challenge, signature } };
}

/** The login of a wallet that a party has linked. */
async function linkedWallet(world: AccessWorld, of: Party): Promise<string> {
  const headers = await signInWith(world, of.wallet);
  const { address, body } = await signedLink(world, headers);
  await world.done('linkWallet', { body }, headers);
  const { logins } = await world.done('listLogins', {}, walletOf(of));
  const rows: readonly unknown[] = Array.isArray(logins) ? logins : [];
  return textAt(
    rows.find((row) => Object(row).walletAddress === address),
    'id',
  );
}

/** Members of accounts, invitations, and what people link to themselves. */
export const MEMBERS_ROWS: Readonly<Record<string, AccessRow>> = {
  listMembers: { own: nothing, positions: [] },
  viewMember: toOneMember(),
  changeMemberRole: toOneMember({ role: 'finance' }),
  removeMember: toOneMember(),
  // An account keeps its last owner, who may ask but is refused.
  leaveAccount: { own: nothing, positions: [], answers: { session: 409, wallet_session: 409 } },
  createInvitation: { own: () => ({ body: INVITATION }), positions: [] },
  listInvitations: { own: nothing, positions: [] },
  revokeInvitation: {
    own: async (world) => byId(await invitationId(world, world.own)),
    positions: [idInPath('an invitation', invitationId)],
  },
  // The token is the right to see it, and to join.
  previewInvitation: {
    own: async (world) => ({ body: { token: await tokenOfAnother(world) } }),
    positions: [],
  },
  acceptInvitation: {
    own: async (world) => ({ body: { token: await tokenOfAnother(world) } }),
    positions: [],
  },
  listOwnAccounts: { own: nothing, positions: [] },
  switchAccount: {
    own: async (world) => ({ body: { accountId: await accountOf(world, world.own) } }),
    positions: [
      {
        what: 'an account',
        call: async (world, of) => ({
          body: { accountId: of === undefined ? nobodys() : await accountOf(world, of) },
        }),
      },
    ],
  },
  renameAccount: { own: () => ({ body: { name: 'A stall' } }), positions: [] },
  listLogins: { own: nothing, positions: [] },
  createWalletLinkChallenge: {
    own: ({ own }) => ({ body: { address: own.wallet.address } }),
    positions: [],
  },
  // A challenge counts in the session that asked for it alone; link-wallet.test.ts shows that.
  linkWallet: {
    own: async (world) => ({
      body: (await signedLink(world, await signInWith(world, world.own.wallet))).body,
    }),
    answers: { session: 400, wallet_session: 400 },
    positions: [
      {
        what: 'a challenge',
        status: 400,
        call: async (world, of) => {
          const { body } = await signedLink(world, walletOf(of ?? world.own));
          return { body: of === undefined ? { ...body, challengeId: nobodys() } : body };
        },
      },
    ],
  },
  unlinkWallet: {
    own: async (world) => byId(await linkedWallet(world, world.own)),
    positions: [idInPath('a wallet', linkedWallet)],
  },
};
