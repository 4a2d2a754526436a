import { list, texts } from '../../engine/members.ts';
import { type Link, readLink } from '../link.ts';

/** A child of a bundle that is due, as the link of one payment. */
export interface BundleChild {
  /** In the bundle, from 0. */
  readonly position: number;
  readonly link: Link;
}

/**
 * The children of a bundle that are due, each on its own network; undefined where one of them cannot be read, because
 * a bundle is paid as it is shown or not at all.
 */
export function readBundleChildren(view: unknown): readonly BundleChild[] | undefined {
  const children: BundleChild[] = [];
  for (const [position, child] of list(view, 'children').entries()) {
    const link = readLink({ paymentType: 'multicall', children: [child] });
    if (typeof link === 'string') return undefined;
    const [{ amountUnits, feePlan }] = link.payments;
    if (amountUnits > 0n) children.push({ position, link: { ...link, kind: 'single', feePlan } });
  }
  return children.length > 0 ? children : undefined;
}

/** Why each child of a bundle is not due; undefined for one that is. */
export function readBlocked(view: unknown): readonly { readonly blocked: string | undefined }[] {
  return list(view, 'children').map((child) => ({
    blocked: texts(child, ['blockReason']).blockReason,
  }));
}

/** The children that an answer pays, with the reference that it names for each; undefined where a reference is missing or there twice. */
export function withReferences(
  children: readonly BundleChild[],
  references: ReadonlyMap<number, string> | undefined,
): readonly BundleChild[] | undefined {
  const named = children.map(({ position, link }) => {
    const [payment] = link.payments;
    const paymentReference = references?.get(position)?.toLowerCase();
    return { position, link: { ...link, payments: [{ ...payment, paymentReference }] as const } };
  });
  const known = new Set(named.map(({ link }) => link.payments[0].paymentReference));
  const isSound = known.size === named.length && ![undefined, ''].some((none) => known.has(none));
  return isSound ? named : undefined;
}
