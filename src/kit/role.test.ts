import { expect, it } from 'vitest';
import { isRole, mayActAs, ROLES } from './role.ts';

it('lets owners do everything, everybody read, and nobody else do what is another’s', () => {
  const allowed = ROLES.flatMap((role) =>
    ROLES.filter((least) => mayActAs(role, least)).map((least) => `${role} as ${least}`),
  );
  expect(allowed).toEqual([
    'owner as owner',
    'owner as developer',
    'owner as finance',
    'owner as viewer',
    'developer as developer',
    'developer as viewer',
    'finance as finance',
    'finance as viewer',
    'viewer as viewer',
  ]);
});

it('knows the names of roles and no others', () => {
  expect(['owner', 'Owner', 'admin', ''].map(isRole)).toEqual([true, false, false, false]);
});
