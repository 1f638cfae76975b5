import { DevicesPanel } from './devices-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { SignInsPanel } from './sign-ins-panel.tsx';

export function DevicesSection() {
  return (
    <div className="grid grid-fit-[26rem] items-start gap-x-7 gap-y-6">
      <SessionsPanel />
      <DevicesPanel />
      <div className="col-span-full">
        <SignInsPanel />
      </div>
    </div>
  );
}
