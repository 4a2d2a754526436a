/** The number of the owner's permission in a transaction. */
export const OWNER_PERMISSION = 0;
/** The number of the first active permission. */
export const ACTIVE_PERMISSION = 2;

/** What an active permission may do: everything that an account can do by default. */
const ACTIVE_OPERATIONS = '7fff1fc0033ec30f000000000000000000000000000000000000000000000000';

/** One of the two permissions that every account has from its activation, with its own key. */
export function printPermission(
  permission: typeof OWNER_PERMISSION | typeof ACTIVE_PERMISSION,
  address: string,
): Record<string, unknown> {
  const key = { threshold: 1, keys: [{ address, weight: 1 }] };
  return permission === OWNER_PERMISSION
    ? { permission_name: 'owner', ...key }
    : {
        type: 'Active',
        id: ACTIVE_PERMISSION,
        permission_name: 'active',
        ...key,
        operations: ACTIVE_OPERATIONS,
      };
}

/** Whether an account has a permission of this number. */
export function isPermission(
  number: number,
): number is typeof OWNER_PERMISSION | typeof ACTIVE_PERMISSION {
  return number === OWNER_PERMISSION || number === ACTIVE_PERMISSION;
}
