package io.gaussferry.app.check;

import io.gaussferry.application.AccountSettings.Choice;
import picocli.CommandLine.Option;

/** The option that chooses the settings of the application's sessions on the target. */
public final class SettingsOption {

    @Option(
            names = "--proposed-settings",
            description =
                    "Examine the statements with the settings that suit them best, which the application's account can have on the"
                            + " target, instead of the defaults of the target's account.")
    private boolean proposedSettings;

    boolean isGiven() {
        return proposedSettings;
    }

    /** Returns the settings of the application's sessions. */
    public Choice choice() {
        return proposedSettings ? Choice.PROPOSED : Choice.DEFAULT;
    }
}
