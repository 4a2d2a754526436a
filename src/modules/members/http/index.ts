import type { Context } from '#context.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { acceptInvitationEndpoint } from './accept-invitation.ts';
import { changeMemberRoleEndpoint } from './change-member-role.ts';
import { createInvitationEndpoint } from './create-invitation.ts';
import { leaveAccountEndpoint } from './leave-account.ts';
import { listInvitationsEndpoint } from './list-invitations.ts';
import { listMembersEndpoint } from './list-members.ts';
import { previewInvitationEndpoint } from './preview-invitation.ts';
import { removeMemberEndpoint } from './remove-member.ts';
import { revokeInvitationEndpoint } from './revoke-invitation.ts';
import { viewMemberEndpoint } from './view-member.ts';

/** The endpoints of this module, for the hosts that serve them. */
export const endpoints: readonly Endpoint<Context>[] = [
  listMembersEndpoint,
  viewMemberEndpoint,
  changeMemberRoleEndpoint,
  removeMemberEndpoint,
  leaveAccountEndpoint,
  createInvitationEndpoint,
  listInvitationsEndpoint,
  revokeInvitationEndpoint,
  previewInvitationEndpoint,
  acceptInvitationEndpoint,
];
