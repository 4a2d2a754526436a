import { CatchBoundary, type ErrorRouteComponent } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, Suspense } from 'react';
import { errorOf, PageError } from './page-error.tsx';

interface Props {
  readonly children: ReactNode;
  /** What stands there until the part is loaded. */
  readonly fallback?: ReactNode;
  /** What stands there where it fails, in place of the notice with its button; the same component at each render, so that it stays. */
  readonly failed?: ErrorRouteComponent;
}

/** A part of a page that is loaded after it. Where it does not load, the rest of the page stays, with what was typed on it. */
export function LaterPart({ children, fallback, failed = PartError }: Props): ReactElement {
  return (
    <CatchBoundary getResetKey={() => 'part'} errorComponent={failed}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </CatchBoundary>
  );
}

function PartError({ error }: { readonly error?: unknown }): ReactElement {
  return <PageError error={errorOf(error)} />;
}
