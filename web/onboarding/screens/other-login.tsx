import { Title } from '../../ui/parts.tsx';
import { type Screen, SignedIn } from '../parts.tsx';

/** Signed in, but with nothing that can be paid from here. */
export const OtherLogin: Screen<'other_login'> = ({ state, frame }) => {
  const { otherLogin } = frame.messages;
  return (
    <>
      <Title>{otherLogin.title}</Title>
      <p>{state.session.address === undefined ? otherLogin.email : otherLogin.otherWallet}</p>
      <SignedIn session={state.session} frame={frame} />
    </>
  );
};
