import { Alert, App, Modal, Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListRow } from '../../records/list/columns.tsx';
import { fieldOf, useEntity } from '../../records/model.ts';
import { choicesOf } from '../../fields/choice/options.ts';
import { useSide } from '../../fields/language.ts';
import { errorText } from '../../shell/errorText.ts';
import { useReturnFocus } from '../../shell/returnFocus.ts';
import { changePeople, NO_ACCOUNT, personTitle } from './people.ts';

interface Props {
  people: readonly ListRow[];
  enable: boolean;
  onClose: (changed: boolean) => void;
}

/** Dialog that cancels the accounts of people, which ends their sessions, or enables them with a way to log in. */
export function AccountDialog({ people, enable, onClose }: Props): ReactNode {
  useReturnFocus();
  const { t } = useTranslation();
  const side = useSide();
  const { entity } = useEntity('person');
  const loginSettings = choicesOf(fieldOf(entity, 'loginSetting')!, side).filter(({ value }) => value !== NO_ACCOUNT);
  const [loginSetting, setLoginSetting] = useState(loginSettings[0]?.value);
  const { run, working, refusals } = useAccountChange(people, enable ? loginSetting : NO_ACCOUNT, () => onClose(true));
  const title = t(enable ? 'people.enableAccount' : 'people.cancelAccount');
  return (
    <Modal
      open
      centered
      maskClosable={false}
      width={480}
      title={title}
      confirmLoading={working}
      cancelText={t(refusals ? 'action.close' : 'action.cancel')}
      okText={title}
      okButtonProps={{ danger: !enable, ...(refusals && { style: { display: 'none' } }) }}
      onOk={run}
      onCancel={() => onClose(refusals !== undefined)}
    >
      {refusals?.map((sentence) => (
        <Alert key={sentence} className="form-alert" type="error" showIcon message={sentence} />
      ))}
      <p>{t(enable ? 'people.askEnable' : 'people.askCancel', { count: people.length })}</p>
      <ul className="form-list">
        {people.map((person) => (
          <li key={person.id}>{personTitle(person)}</li>
        ))}
      </ul>
      {enable && <LoginChoice value={loginSetting} choices={loginSettings} onChange={setLoginSetting} />}
    </Modal>
  );
}

interface ChoiceProps {
  value: string | undefined;
  choices: ReturnType<typeof choicesOf>;
  onChange: (value: string) => void;
}

/** The choice how the people log in. */
function LoginChoice({ value, choices, onChange }: ChoiceProps): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <Radio.Group value={value} options={choices} onChange={(event) => onChange(String(event.target.value))} />
      <p className="kind-aside">{t('people.enableHint')}</p>
    </>
  );
}

/**
 * Returns a function that sets how people log in.
 *
 * @param onDone called if no person was refused
 */
function useAccountChange(
  people: readonly ListRow[],
  loginSetting: string | undefined,
  onDone: () => void,
): { run: () => Promise<void>; working: boolean; refusals: readonly string[] | undefined } {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [working, setWorking] = useState(false);
  const [refusals, setRefusals] = useState<readonly string[]>();
  const run = async (): Promise<void> => {
    setWorking(true);
    try {
      const refused = await changePeople(people, { loginSetting });
      if (refused.length > 0) return setRefusals(refused);
      message.success(t(loginSetting === NO_ACCOUNT ? 'people.cancelled' : 'people.enabled'));
      onDone();
    } catch (error) {
      setRefusals([errorText(error, t)]);
    } finally {
      setWorking(false);
    }
  };
  return { run, working, refusals };
}
