import * as Dialog from '@radix-ui/react-dialog';
import type { ReactElement, ReactNode } from 'react';

/** The panel of a dialog over the dimmed page; it keeps the focus until it is closed. */
export function DialogPanel({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <Dialog.Portal>
      {/* That of the library would lock scrolling by a style element, which the policy of the page refuses. */}
      <div className="fixed inset-0 z-20 bg-black/50" aria-hidden="true" />
      <Dialog.Content
        data-panel
        className="fixed top-1/2 left-1/2 z-30 max-h-[90svh] w-[calc(100%-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-xl border border-line bg-card p-5 sm:p-8"
      >
        <Dialog.Title className="text-xl font-bold wrap-anywhere">{title}</Dialog.Title>
        <Dialog.Description asChild>
          <div className="mt-1 mb-4 text-muted wrap-anywhere">{text}</div>
        </Dialog.Description>
        {children}
      </Dialog.Content>
    </Dialog.Portal>
  );
}
