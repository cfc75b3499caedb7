import { AddressNote } from './AddressNote.tsx';
import { Blind } from './Blind.tsx';

/** What is said above every page, of this screen itself. */
export default function Notices() {
  return (
    <>
      <Blind />
      <AddressNote />
    </>
  );
}
