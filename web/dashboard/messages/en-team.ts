import type { components } from '../../api/schema.generated.d.ts';
import type { ChallengeProblem } from '../../wallet/check-challenge.ts';
import { PROBLEMS } from './en-sign-in.ts';

type Role = components['schemas']['Member']['role'];
type Ended = components['schemas']['EndedCredentials'];

const ROLES: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  developer: 'Developer',
  finance: 'Finance',
  viewer: 'Viewer',
};

const RIGHTS: Readonly<Record<Role, string>> = {
  owner: 'Does everything: also where money goes, members, partners and the audit log.',
  developer: 'Reads everything but bank accounts; manages keys, client IDs and webhooks.',
  finance: 'Reads everything; asks for payments, pays out and manages payers.',
  viewer: 'Reads payments and settings, and changes nothing.',
};

const counted = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

/** The English texts of the team, of invitations, of accounts and of linked wallets. */
export const teamMessages = {
  title: 'Team',
  lead: 'Who works in this account, and what each of them may do.',
  roles: ROLES,
  rights: RIGHTS,
  you: 'You',
  joined: 'Joined',
  noLogin: 'No way to sign in is left',
  account: {
    title: 'Account',
    name: 'Name of the account',
    hint: 'Members and invited people see it; payers never do.',
    submit: 'Rename',
  },
  members: {
    title: 'Members',
    role: 'Role',
    change: 'Change role',
    changeTitle: (who: string) => `Change the role of ${who}?`,
    changeText:
      'A lesser role signs this person out of the account at once. Whoever may make no keys any more loses the keys that he or she made, and whoever may invite nobody the open invitations.',
    remove: 'Remove',
    removeTitle: (who: string) => `Remove ${who} from this account?`,
    removeText: 'This ends at once and cannot be undone:',
    membership: 'the way into this account',
    sessions: (count: number) => counted(count, 'session', 'sessions').join(),
    apiKey: 'API key',
    orchestratorKey: 'Orchestrator key',
    lastUsed: 'last used',
    neverUsed: 'never used',
    keysStop: 'Servers that use these keys stop at once. Make new keys and change them over first.',
    noKeys: 'This person made no key that works.',
    stays: 'These client IDs keep working, as every member knows them. Revoke what no shop uses:',
    leave: 'Leave the account',
    leaveTitle: 'Leave this account?',
    leaveText:
      'You are signed out of it at once, and the keys that you made and your open invitations stop. Only an owner can invite you back.',
    reading: 'Reading what would end…',
    done: (ended: Ended) => {
      const parts = [
        ...counted(ended.sessions, 'session', 'sessions'),
        ...counted(ended.apiKeys, 'API key', 'API keys'),
        ...counted(ended.orchestratorKeys, 'orchestrator key', 'orchestrator keys'),
        ...counted(ended.invitations, 'invitation', 'invitations'),
      ];
      return parts.length === 0
        ? 'Done. Nothing else had to end.'
        : `Done. Ended: ${parts.join(', ')}.`;
    },
  },
  invitations: {
    title: 'Invitations',
    text: 'Send the link yourself. Whoever opens it first and signs in joins the account, within a week.',
    empty: {
      title: 'Nobody is invited',
      text: 'People whom you invite are listed here until they join.',
    },
    invite: 'Invite somebody',
    label: 'For whom',
    labelHint: 'Such as Grace, accounting. Only owners see it.',
    submit: 'Make the link',
    what: 'invitation link',
    expires: 'Ends',
    revoke: 'Revoke',
    revokeTitle: (who: string) => `Revoke the invitation for ${who}?`,
    revokeText: 'Its link opens nothing any more.',
  },
  invitation: {
    title: 'Invitation',
    reading: 'Reading the invitation…',
    lead: (account: string) => `You are invited to work in the account ${account}.`,
    as: (role: string) => `As ${role.toLowerCase()}`,
    expires: 'The invitation ends',
    signedInAs: (who: string) =>
      `You are signed in as ${who}. If that is somebody else, sign out first.`,
    signIn: 'Sign in to join, or create an account. It stays yours beside the one that you join.',
    accept: 'Join the account',
    open: 'Open the account',
    joined: 'You are a member now.',
    missing: 'This page needs the whole link of an invitation. Ask whoever sent it for the link.',
  },
  logins: {
    title: 'How you sign in',
    text: 'All of these are you, in every account that you work in.',
    current: 'This session',
    wallet: 'Wallet',
    email: 'Email',
    since: 'Since',
    unlink: 'Unlink',
    unlinkTitle: 'Unlink this wallet?',
    unlinkText:
      'It signs you in no more, and its sessions end at once. Destinations of the wallet and what is paid to it stay.',
    link: 'Link a wallet',
    linkText:
      'Client IDs and destinations are managed by the session of a wallet. The wallet signs a text that names you; that is no transaction and costs nothing.',
    stepUp: 'Go on with a linked wallet',
    stepUpText:
      'You have a linked wallet. Sign with it to manage client IDs and destinations, and to link another one.',
    password: 'Your password',
    passwordHint: 'Needed for a first wallet, so that a session that was left open links none.',
    none: {
      evm: 'No wallet was found in this browser. Install one as an extension, or open this page in the browser of your wallet.',
      tron: 'No wallet of Tron was found in this browser. Install one such as TronLink as an extension, or open this page in the browser of your wallet.',
    },
    use: (name: string) => `Link ${name}`,
    sign: (name: string) => `Sign with ${name}`,
  },
  distrusted: (problem: ChallengeProblem) =>
    `The text that the service wanted signed does not link this wallet to you on this page: ${PROBLEMS[problem]}. Nothing was signed. Tell the operator.`,
} as const;
