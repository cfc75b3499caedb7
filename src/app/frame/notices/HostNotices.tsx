import { MuteNotice } from './MuteNotice.tsx';
import { RecordNotice } from './RecordNotice.tsx';

export default function HostNotices() {
  return (
    <>
      <RecordNotice />
      <MuteNotice />
    </>
  );
}
