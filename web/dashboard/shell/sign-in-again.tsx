import * as Dialog from '@radix-ui/react-dialog';
import type { ReactElement } from 'react';
import { messages } from '../messages/en.ts';
import { SignIn } from '../sign-in/sign-in.tsx';
import { DialogPanel } from '../ui/dialog.tsx';

/** The session has ended while a page was open: the page stays behind this, with what was typed on it. */
export function SignInAgain({ accountId }: { readonly accountId: string }): ReactElement {
  return (
    <Dialog.Root open modal={false}>
      <DialogPanel title={messages.session.over} text={messages.session.overText}>
        <SignIn accountId={accountId} />
      </DialogPanel>
    </Dialog.Root>
  );
}
