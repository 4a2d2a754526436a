/** What members of an account can be; what each may do is decided by {@link mayActAs}. */
export const ROLES = ['owner', 'developer', 'finance', 'viewer'] as const;

/** What a member of an account is. */
export type Role = (typeof ROLES)[number];

/** Whether a text is the name of a role. */
export function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text);
}

/**
 * Whether a role may do what requires at least another: an owner may do everything, everybody may do what
 * viewers may, and a developer and finance only what is their own.
 */
export function mayActAs(role: Role, least: Role): boolean {
  return role === least || role === 'owner' || least === 'viewer';
}
