import type { ReactElement, ReactNode } from 'react';

/** Fields of a form that belong together, two beside each other where there is room. */
export function Group({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 text-lg font-semibold">{title}</legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}
