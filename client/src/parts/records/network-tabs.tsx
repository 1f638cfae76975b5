import { paths } from '#parts/navigation/paths.ts';
import { LinkTabs } from '#ui/controls/link-tabs.tsx';

/** IP records and the blocks of their networks. */
export const networkTabs = (
  <LinkTabs
    label="IP Investigation"
    links={[
      [paths.adminIpRecords, 'IP records'],
      [paths.adminNetworkBlocks, 'Blocked networks'],
    ]}
  />
);
