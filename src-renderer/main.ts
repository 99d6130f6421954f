import './ui/styles/tokens.css';
import './ui/styles/base.css';
import { createPinia } from 'pinia';
import { createApp } from 'vue';
import { connect } from './host/connect.ts';
import { i18n } from './locales/i18n.ts';
import App from './shell/App.vue';
import { useHost } from './stores/host.ts';
import { useNotices } from './stores/notices.ts';

const app = createApp(App).use(createPinia()).use(i18n);
const host = useHost();
app.config.errorHandler = (error) => useNotices().report(error);

await useNotices().guard(() =>
  host.attach(
    connect(() => {
      host.lost = true;
    }),
  ),
);
app.mount('#app');
