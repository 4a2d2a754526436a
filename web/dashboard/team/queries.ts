import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../api/schema.generated.d.ts';
import { answerOf, auth } from '../api/client.ts';

type Schemas = components['schemas'];

export type Member = Schemas['Member'];
export type Role = Member['role'];
export type MemberDetails = Schemas['MemberDetails'];

/** The roles in the order in which they are offered, the least first. */
export const ROLES = ['viewer', 'finance', 'developer', 'owner'] as const;

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: () => answerOf(auth.GET('/v1/members')),
});

/** A member, and what would end with the membership; read when it is asked for. */
export const memberQuery = (personId: string) =>
  queryOptions({
    queryKey: ['members', personId],
    queryFn: () => answerOf(auth.GET('/v1/members/{personId}', { params: { path: { personId } } })),
    staleTime: 0,
  });

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: () => answerOf(auth.GET('/v1/invitations')),
});

/** The accounts of who is signed in. */
export const accountsQuery = queryOptions({
  queryKey: ['accounts'],
  queryFn: () => answerOf(auth.GET('/v1/auth/accounts')),
});

export const loginsQuery = queryOptions({
  queryKey: ['logins'],
  queryFn: () => answerOf(auth.GET('/v1/auth/logins')),
});

/** What an invitation offers. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: () => answerOf(auth.POST('/v1/invitations/preview', { body: { token } })),
    retry: false,
  });

/** The address or wallet by which colleagues know somebody. */
export function nameOf({ logins }: Pick<Member, 'logins'>): string | undefined {
  const [first] = logins;
  return first === undefined ? undefined : (first.email ?? first.walletAddress ?? undefined);
}
