import { MuteNotice } from './MuteNotice.tsx';
import { RecordNotice } from './RecordNotice.tsx';

/** Notices about the host. Loaded after the page. */
export default function HostNotices() {
  return (
    <>
      <RecordNotice />
      <MuteNotice />
    </>
  );
}
