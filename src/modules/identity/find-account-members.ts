import type { ChainFamily } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { isoTime } from '#kit/clock.ts';
import { Refusal } from '#kit/failure.ts';
import type { Role } from '#kit/role.ts';
import { sessionOfActor } from './session-of-actor.ts';
import { findLoginsOf, findMembers, type KnownLogin } from './store/members.ts';

/** More people than the businesses that run one shop have; a list of them is one page. */
export const MEMBERS_MAX = 100;

/** A way in which somebody signs in. */
export interface ShownLogin {
  readonly id: string;
  readonly kind: 'wallet' | 'email';
  readonly walletAddress: string | null;
  readonly walletFamily: ChainFamily | null;
  readonly email: string | null;
  readonly createdAt: string;
}

/** Somebody in an account, as colleagues see it. */
export interface ShownMember {
  readonly personId: string;
  readonly role: Role;
  /** Whether it is who asks. */
  readonly current: boolean;
  readonly joinedAt: string;
  readonly logins: ShownLogin[];
}

/** The members of the caller's account, who has been in it for the longest time first. */
export async function findAccountMembers(ctx: Context): Promise<ShownMember[]> {
  return await readMembers(ctx);
}

/** One of them. Refuses (404) who is not in the account. */
export async function findMember(ctx: Context, personId: string): Promise<ShownMember> {
  const [member] = await readMembers(ctx, personId);
  if (member === undefined) throw memberNotFound();
  return member;
}

async function readMembers(ctx: Context, only?: string): Promise<ShownMember[]> {
  const { accountId, personId: self } = sessionOfActor(ctx);
  const which = { accountId, limit: MEMBERS_MAX, ...(only !== undefined && { personId: only }) };
  const found = await findMembers(ctx, which);
  const logins =
    found.length === 0
      ? []
      : await findLoginsOf(
          ctx,
          found.map(({ personId }) => personId),
        );
  return found.map(({ personId, role, createdAt }) => ({
    personId,
    role,
    current: personId === self,
    joinedAt: isoTime(createdAt),
    logins: logins.filter((login) => login.personId === personId).map(showLogin),
  }));
}

/** A login in the words of the wire. */
export function showLogin({ id, kind, text, family, createdAt }: KnownLogin): ShownLogin {
  return {
    id,
    kind,
    walletAddress: kind === 'wallet' ? text : null,
    walletFamily: family,
    email: kind === 'email' ? text : null,
    createdAt: isoTime(createdAt),
  };
}

/** 404: nobody of this account, whether or not somebody of another. */
export function memberNotFound(): Refusal {
  return new Refusal('member_not_found', 404, 'Member not found');
}
