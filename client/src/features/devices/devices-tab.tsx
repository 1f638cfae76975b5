import { DevicesPanel } from './devices-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { SignInsPanel } from './sign-ins-panel.tsx';

export function DevicesTab() {
  return (
    <div className="grid grid-cols-1 items-start gap-x-7 gap-y-6 min-[60rem]:grid-cols-2">
      <SessionsPanel />
      <DevicesPanel />
      <div className="min-[60rem]:col-span-2">
        <SignInsPanel />
      </div>
    </div>
  );
}
